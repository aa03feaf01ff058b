import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()
const schemas = new Map<string, XsdValidator>()
const formats = join(import.meta.dirname, '../formats')

/** Throws the errors that the OASIS schema of the document's kind finds. */
export function validateUbl(xml: string): void {
  const kind = (root: string) => root.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
  validate(xml, (root) => join(formats, 'ubl/fixtures', `${kind(root)}.xsd`))
}

/** Throws the errors that the schema of UN/CEFACT finds in an invoice in CII. */
export function validateCii(xml: string): void {
  validate(xml, () => join(formats, 'cii/fixtures/invoice.xsd'))
}

function validate(xml: string, schemaOf: (root: string) => string): void {
  const document = XmlDocument.fromString(xml)
  try {
    const path = schemaOf(document.root.name)
    const validator =
      schemas.get(path) ?? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))
    schemas.set(path, validator)
    validator.validate(document)
  } finally {
    document.dispose()
  }
}
