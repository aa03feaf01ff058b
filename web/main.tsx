import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, pagesLoaded } from './app/App.tsx'

// Only people who use the system's high contrast need it.
if (window.matchMedia('(forced-colors: active)').matches) void import('./ui/styles/forced.css')

const root = document.getElementById('root')
// Not before there is something to show: it takes the place of the frame that the page itself has.
if (root)
  void pagesLoaded.then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
