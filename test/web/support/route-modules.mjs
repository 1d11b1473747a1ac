/** Stands for React Router's loader of framework-mode modules, which no data-mode router calls. */
export const loadRouteModule = () => {
  throw new Error('Only framework mode loads route modules');
};
