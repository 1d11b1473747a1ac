/** Shown while the first data loads. `index.html` contains the same, until the application has started. */
export const LoadingState = ({ label = 'Loading...' }: { readonly label?: string }) => (
  <div className="loading" role="status">
    <span className="loading-bars" aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
    <span>{label}</span>
  </div>
);
