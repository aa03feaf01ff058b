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
// While servers are upgraded one after another, one may be asked for the scripts of this page that only another has. The page
// is then loaded again: after a second, and each further time after as long as all took until then, for five minutes.
addEventListener(
  'error',
  ({ target }) => {
    const now = Date.now()
    // Without storage this throws: nothing would end it.
    const since = now - sessionStorage.lacking
    const passed = since < 900_000 ? since : 0
    // Of the scripts only the one without `async` shows the page; other elements have no such property.
    if (target.async !== false || passed > 300_000) return
    const loadAgain = () => {
      sessionStorage.lacking = now - passed
      location.reload()
    }
    setTimeout(loadAgain, passed || 1_000)
  },
  true,
)
