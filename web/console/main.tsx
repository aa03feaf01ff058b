import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWithTexts } from './load-texts.ts'
import './console.css'

// Only people who use the system's high contrast need it.
if (window.matchMedia('(forced-colors: active)').matches) void import('../ui/styles/forced.css')

const root = document.getElementById('root')
const { ConsoleApp } = await loadWithTexts(() => import('./ConsoleApp.tsx'), 'ConsoleApp')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ConsoleApp />
    </StrictMode>,
  )
