import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWithTexts } from './load-texts.ts'
import './console.css'

// Only people who use the system's high contrast need it.
if (window.matchMedia('(forced-colors: active)').matches) void import('../ui/styles/forced.css')

const root = document.getElementById('root')
const { ConsoleApp } = await loadWithTexts(() => import('./ConsoleApp.tsx'), 'ConsoleApp').catch((error: unknown) => {
  // So theme.js loads the page again, as when this script itself does not arrive.
  document.querySelector('script[type=module]:not([async])')?.dispatchEvent(new Event('error'))
  throw error
})
if (root)
  createRoot(root).render(
    <StrictMode>
      <ConsoleApp />
    </StrictMode>,
  )
