/** Waits until what has just changed is on the screen; not for ever in a tab behind others, where nothing is painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => setTimeout(resolve)
    requestAnimationFrame(soon)
    setTimeout(soon, 100)
  })
}
