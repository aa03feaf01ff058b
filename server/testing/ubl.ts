import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()
const schemas = new Map<string, XsdValidator>()
const fixtures = join(import.meta.dirname, '../formats/ubl/fixtures')

/** Throws the errors that the OASIS schema of the document's kind finds. */
export function validateUbl(xml: string): void {
  const document = XmlDocument.fromString(xml)
  try {
    const kind = document.root.name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
    const path = join(fixtures, `${kind}.xsd`)
    const validator =
      schemas.get(kind) ?? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))
    schemas.set(kind, validator)
    validator.validate(document)
  } finally {
    document.dispose()
  }
}
