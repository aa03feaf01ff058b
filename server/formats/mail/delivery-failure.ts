/**
 * What a report about a mail that did not arrive (RFC 3464) says of why; undefined where it tells of no failure for good:
 * the mail is late, or the report is of another kind.
 */
export function readDeliveryFailure(bytes: Buffer): string | undefined {
  const mail = bytes.subarray(0, 200_000).toString('latin1').replaceAll('\r\n', '\n')
  const [, report] =
    /^content-type:\s*message\/(?:global-)?delivery-status\b(?:[^\n]|\n[ \t])*\n([\s\S]*?)(?=\n--|$(?![\s\S]))/im.exec(
      mail,
    ) ?? []
  if (report === undefined) return undefined
  const fields = report.replace(/\n[ \t]+/g, ' ')
  for (const recipient of fields.split(/\n\s*\n/)) {
    const value = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(recipient)?.[1]?.trim()
    const status = value('Status') ?? ''
    if (value('Action')?.toLowerCase() !== 'failed' || !/^5\.\d/.test(status)) continue
    const diagnostic = value('Diagnostic-Code')?.replace(/^smtp;\s*/i, '')
    return (diagnostic ?? status).replace(/[^\x20-\x7e]/g, ' ').slice(0, 500)
  }
  return undefined
}
