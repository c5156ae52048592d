// Runs before anything is painted, so that nobody who chose dark sees a white page first.
(() => {
  const chosen = localStorage.getItem('holdfast.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
})();
