/** Ignores files dropped outside a file field. The browser would open them and discard the page's input. */
export function preventFileDrops(): void {
  const handleDrag = (event: DragEvent) => {
    const { dataTransfer, target } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (target instanceof HTMLInputElement && target.type === 'file' && !target.disabled) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', handleDrag);
  addEventListener('drop', handleDrag);
}
