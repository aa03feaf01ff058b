import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { viewAsPath, viewingPath } from '#contract/console/viewing.ts'
import { Banner } from './Banner.tsx'
import { current } from './current.ts'
import './viewing.css'

/*
 * The portal of the customers, as staff see it who see what one of its people sees: the same pages below an address of
 * the console, with a banner above them.
 */
if (current) await show(current)
else location.replace(viewAsPath)

async function show(viewing: NonNullable<typeof current>): Promise<void> {
  const [banner, root] = ['viewing', 'root'].map((id) => document.getElementById(id))
  if (!banner || !root) return
  createRoot(banner).render(
    <StrictMode>
      <Banner viewing={viewing} />
    </StrictMode>,
  )
  const { router } = await import('../app/router.ts')
  router.setBasepath(viewingPath)
  // After that: it begins to load the page of the address.
  const { App, pagesLoaded } = await import('../app/App.tsx')
  await pagesLoaded
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
