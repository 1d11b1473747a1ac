/** Replaces React Router's loader of framework-mode modules, which a data-mode router never calls. */
export const loadRouteModule = () => {
  throw new Error('Only framework mode loads route modules');
};
