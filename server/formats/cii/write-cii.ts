import type { XmlElement } from '#server/formats/ubl/read/xml.ts'
import type { EInvoice } from '#server/formats/ubl/write/e-invoice/e-invoice.ts'
import { type Element, escaped } from '#server/formats/ubl/write/xml.ts'
import { documentRules } from './terms/header.ts'
import { newElement, translate } from './translate.ts'
import { ciiPrefixes } from './vocabulary.ts'

/** The XML of an e-invoice in UN/CEFACT CII, translated from the UBL document of the same meaning. */
export function writeCii({ kind, elements }: EInvoice): string {
  const ubl = newElement(kind, null)
  for (const element of elements) append(element, ubl)
  const cii = newElement('rsm:CrossIndustryInvoice', null)
  translate(documentRules(kind), 'cii', ubl, cii)
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(cii, '', lines, namespaces())
  return `${lines.join('\n')}\n`
}

function append({ name, attributes, content }: Element, parent: XmlElement): void {
  const element = newElement(name, parent)
  Object.assign(element.attributes, attributes)
  if (typeof content === 'string') element.text = content
  else for (const child of content) append(child, element)
}

/** The namespaces of D16B, which come first in the list. */
function namespaces(): Record<string, string> {
  const current = Object.entries(ciiPrefixes).filter(([uri]) => uri.endsWith(':100'))
  return Object.fromEntries(current.map(([uri, prefix]) => [`xmlns:${prefix}`, uri]))
}

function write({ name, attributes, text, children }: XmlElement, indent: string, lines: string[], more = {}): void {
  const all = Object.entries<string>({ ...more, ...attributes }).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${all.join('')}`
  if (children.length === 0) lines.push(text === '' ? `${start}/>` : `${start}>${escaped(text)}</${name}>`)
  else {
    lines.push(`${start}>`)
    for (const child of children) write(child, `${indent}  `, lines)
    lines.push(`${indent}</${name}>`)
  }
}
