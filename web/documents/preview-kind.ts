/** How a paper is shown in place. */
export type PreviewKind = 'pdf' | 'image' | 'text'

/** The closed list of what is shown: anything else could be a page with a will of its own, and is only saved. */
const previewKinds: Readonly<Record<string, PreviewKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'text/plain': 'text',
}

/** How a paper of this media type is shown in place; null when it is only saved, as PDFs are on most phones. */
export function previewKindOf(mimeType: string): PreviewKind | null {
  const mediaType = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const kind = Object.hasOwn(previewKinds, mediaType) ? (previewKinds[mediaType] ?? null) : null
  return kind === 'pdf' && !navigator.pdfViewerEnabled ? null : kind
}
