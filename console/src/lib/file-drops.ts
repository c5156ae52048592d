/**
 * A file that is let go beside the field for it would be opened in the page's place, with all that is typed there lost. Nothing
 * comes of it instead.
 */
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
