import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import './styles.css'

// Only people who use the system's high contrast need it.
if (window.matchMedia('(forced-colors: active)').matches) void import('./ui/styles/forced.css')

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
