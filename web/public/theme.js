// Runs before the first paint, so that no wrong theme or direction flashes. The app keeps these attributes afterwards.
;(() => {
  let layout = {}
  try {
    layout = JSON.parse(localStorage.getItem('layoutMode') ?? '{}') ?? {}
  } catch {
    // Storage is closed or holds something else: the defaults are right.
  }
  const dark =
    layout.mode === 'darkMode' || (layout.mode === 'systemMode' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dir = layout.rtl === true ? 'rtl' : 'ltr'
})()
