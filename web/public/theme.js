// Runs before the first paint, so that no wrong theme, language or direction flashes. The app keeps these attributes
// afterwards, and reads from them in which language it speaks.
;(() => {
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}
    } catch {
      // Storage is closed or holds something else: the defaults are right.
      return {}
    }
  }
  const page = document.documentElement
  const layout = kept('layoutMode')
  const system = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const { mode } = kept('layoutMode')
    page.dataset.theme = mode === 'darkMode' || (mode === 'systemMode' && system.matches) ? 'dark' : 'light'
  }
  paint()
  // A page of the signed-out loads no more than this; it follows the evening as well.
  system.addEventListener('change', paint)
  page.dataset.menu = layout.topMenu === true ? 'top' : 'side'
  page.dataset.rows = layout.density === 'compact' ? 'compact' : 'comfortable'
  const spoken = ['en', 'de', 'fr', 'es', 'nl', 'ar']
  const wanted = [kept('reader').language, ...(navigator.languages ?? [])]
  const codes = wanted.map((tag) => String(tag).split('-')[0].toLowerCase())
  page.lang = codes.find((code) => spoken.includes(code)) ?? 'en'
  page.dir = (layout.rtl ?? page.lang === 'ar') ? 'rtl' : 'ltr'
})()
