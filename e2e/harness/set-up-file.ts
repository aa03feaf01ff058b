import { reportScreensOfFailures } from './visitor.ts'

// Vitest's set-up of each file.
reportScreensOfFailures()
