import type { ReactNode } from 'react'

/** The command by which a program sends a file to a profile. */
export function FilesByCall({ profile }: { profile: string }): ReactNode {
  return (
    <code dir="ltr" className="block rounded-control bg-sunken px-3 py-2 text-start text-sm wrap-anywhere">
      {`curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/octet-stream" --data-binary @FILE "${location.origin}/api/ingest/files?profile=${profile}"`}
    </code>
  )
}
