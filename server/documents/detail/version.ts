import { hash } from 'node:crypto'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { headerFieldList } from '#contract/documents/header-fields.ts'
import { fieldsBesideVersion, type VersionPart, versionParts } from '#contract/requests/shown-version.ts'

/**
 * The version of a document as this person is shown it: the same as long as nothing differs that they see and that an
 * act may depend on. What is sent again unchanged has the same version.
 */
export function versionOf(detail: DocumentDetail): string {
  const { status, header, totals, taxes, billTo, shipTo, shipFrom } = detail
  const facts = Object.entries(header).filter(([name]) => !fieldsBesideVersion.has(name))
  const shown: Readonly<Record<VersionPart, unknown>> = {
    status,
    facts: [facts, headerFieldList.map(([name]) => detail[name])],
    amounts: [totals, taxes],
    lines: detail.lines.map(({ stages: _stages, ...line }) => line),
    addresses: [billTo, shipTo, shipFrom],
  }
  return versionParts.map((part) => hash('sha256', JSON.stringify(shown[part])).slice(0, 8)).join('-')
}
