import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { requiredConsoleScopes, requiredScope } from '#contract/key-scopes.ts'
import { type Stability, stabilityOf } from '#contract/stability.ts'
import { bodyReferences } from './body-reference.ts'
import { replyReferences } from './request-reference.ts'
import type { BodyReference, Table } from './schema-fields.ts'

const audience: Readonly<Record<Endpoint['access'], string>> = {
  open: 'anyone',
  cookie: 'the refresh cookie',
  viewer: 'a signed-in user (Authorization: Bearer access token)',
  ingest: 'the ERP side (Authorization: Bearer API key)',
  staff: 'the supplier’s own people, signed in to the console',
}

const promise: Readonly<Record<Stability, string>> = {
  stable: 'Stable: it changes only compatibly.',
  internal: 'Of the portal’s own pages: it may change with any release.',
}

/** The API reference as a page: plain HTML, no script, no external resources. */
export function docsPage(title: string): string {
  const groups = Map.groupBy(endpoints, (endpoint) => endpoint.path.split('/')[1] as string)
  const menu = [...groups.keys()].map((name) => `<a href="#${name}">${escapeHtml(name)}</a>`).join('')
  const sections = [...groups].map(
    ([name, group]) => `<section id="${name}"><h2>${escapeHtml(name)}</h2>${group.map(article).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<header><h1>${escapeHtml(title)} API</h1><p>JSON over HTTP. Amounts and quantities are decimal texts, calendar dates YYYY-MM-DD,
times UTC with Z; null means “not known”. The same as a file: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav>${menu}</nav></header><main>${sections.join('')}</main></body></html>`
}

function article(endpoint: Endpoint): string {
  return `<article id="${endpoint.name}"><h3><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>/api${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}</p><p class="who">For ${escapeHtml(audience[endpoint.access])}${scopesOf(endpoint)}. ${promise[stabilityOf(endpoint)]}</p>
${table('Path', endpoint.params)}${table('Query', endpoint.query)}${body(endpoint)}${replyOf(endpoint)}<details><summary>Reply${endpoint.gives ? ` (${escapeHtml(endpoint.gives)})` : ''}</summary>${schema(endpoint.reply)}</details></article>`
}

/** The scopes that a key needs, as the end of the sentence on who may call. */
function scopesOf(endpoint: Endpoint): string {
  if (endpoint.access === 'ingest') return ` with the scope <code>${requiredScope(endpoint)}</code>`
  const scopes = endpoint.access === 'staff' ? requiredConsoleScopes(endpoint) : undefined
  if (!scopes) return ''
  const names = scopes.map((scope) => `<code>${scope}</code>`).join(' and ')
  return `, or an API key (Authorization: Bearer API key) with ${names || 'any scope of the console'}`
}

function body(endpoint: Endpoint): string {
  const reference = bodyReferences[endpoint.name]
  if (reference)
    return `<p>Body: <code>${escapeHtml(endpoint.accepts ?? 'application/json')}</code></p>${referenceOf(endpoint, reference)}`
  if (endpoint.accepts) return `<p>Body: <code>${escapeHtml(endpoint.accepts)}</code></p>`
  if (endpoint.method === 'GET' || endpoint.access === 'cookie') return ''
  return `<details><summary>Body</summary>${schema(endpoint.body)}</details>`
}

function referenceOf(endpoint: Endpoint, { command, rules, tables, examples }: BodyReference): string {
  return `<pre>${escapeHtml(command)}</pre><ul>${rules.map((rule) => `<li>${escapeHtml(rule)}</li>`).join('')}</ul>
${samples(`${endpoint.name}-example`, examples)}${tables.map(grid).join('')}`
}

function replyOf({ name }: Endpoint): string {
  const reference = replyReferences[name]
  return reference
    ? `<details><summary>Fields of the reply</summary>${samples(`${name}-reply`, reference.examples)}${reference.tables.map(grid).join('')}</details>`
    : ''
}

const samples = (id: string, examples: BodyReference['examples']): string =>
  examples
    .map(
      ({ title, text: sample }, index) =>
        `<h4>${escapeHtml(title)}</h4><pre class="example" id="${id}-${index + 1}">${escapeHtml(sample)}</pre>`,
    )
    .join('')

/** A table with column headings; its first column is code. */
function grid({ caption, head, rows }: Table): string {
  const cells = (row: readonly string[]) =>
    row.map((cell, index) => `<td>${index === 0 ? `<code>${escapeHtml(cell)}</code>` : escapeHtml(cell)}</td>`).join('')
  return `<table class="grid"><caption>${escapeHtml(caption)}</caption><thead><tr>${head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}

type Shape = { properties?: Record<string, TSchema>; required?: string[] }

function table(caption: string, objectSchema: TSchema): string {
  const { properties = {}, required = [] } = objectSchema as Shape
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <i>optional</i>'}</td><td>${escapeHtml([type(property), (property as { description?: string }).description].filter(Boolean).join('. '))}</td></tr>`,
  )
  return rows.length ? `<table><caption>${caption}</caption>${rows.join('')}</table>` : ''
}

function schema(jsonSchema: TSchema): string {
  return `<pre>${escapeHtml(JSON.stringify(jsonSchema, null, 2))}</pre>`
}

function type(jsonSchema: TSchema): string {
  const node = jsonSchema as { type?: string | string[]; enum?: string[]; pattern?: string; maxLength?: number }
  if (node.enum) return node.enum.join(' | ')
  const name = [node.type ?? 'any'].flat().join(' or ')
  return [name, node.pattern && `matching ${node.pattern}`, node.maxLength && `at most ${node.maxLength} characters`]
    .filter(Boolean)
    .join(', ')
}

function escapeHtml(plain: string): string {
  return plain.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const docsStyle = `:root{color-scheme:light dark;font:15px/1.5 Jost,system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:1.5rem}nav{display:flex;flex-wrap:wrap;gap:.75rem}
h2{margin-top:2.5rem;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);text-transform:capitalize}
article{padding:.5rem 0 1rem}h3{margin:.5rem 0;font-size:1rem;overflow-wrap:anywhere}h3 b{display:inline-block;min-width:4.5em}
.get{color:light-dark(#1d6b43,#7fd6a6)}.post,.put,.patch{color:light-dark(#1f5fa8,#8dbdf2)}.delete{color:light-dark(#b3261e,#f2a29b)}
p{margin:.25rem 0}.who,i{color:color-mix(in srgb,currentColor 70%,transparent)}
table{border-collapse:collapse;margin:.5rem 0;width:100%}caption{text-align:start;font-weight:600}
th{text-align:start}.example{white-space:pre-wrap;overflow-wrap:anywhere}.grid td:first-child{min-width:9rem}
td{border-top:1px solid color-mix(in srgb,currentColor 15%,transparent);padding:.25rem .75rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}
pre{overflow:auto;font-size:13px;max-height:30rem}a{color:light-dark(#b01e28,#ff8a8f)}`
