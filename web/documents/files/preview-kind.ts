/** How an attachment is previewed. */
export type PreviewKind = 'pdf' | 'image' | 'text'

/** The only media types that are previewed: anything else could contain active content, and is only saved. */
const previewKinds: Readonly<Record<string, PreviewKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'text/plain': 'text',
}

/** How a file of this media type is previewed; null when it is only saved, as PDFs are on most phones. */
export function previewKindOf(mimeType: string): PreviewKind | null {
  const mediaType = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const kind = Object.hasOwn(previewKinds, mediaType) ? (previewKinds[mediaType] ?? null) : null
  return kind === 'pdf' && !navigator.pdfViewerEnabled ? null : kind
}
