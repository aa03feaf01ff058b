import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/* The least that a React page with a list can be: one call with a bearer token, one plain table. */

type Row = Record<string, unknown>
const columns = ['number', 'reference', 'status', 'issueDate', 'promisedDate', 'lineCount', 'total', 'currency']

function Orders() {
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    const authorization = `Bearer ${localStorage.getItem('accessToken')}`
    void fetch('/api/documents/orders?limit=50', { headers: { authorization } })
      .then((reply) => reply.json())
      .then((list: { rows: Row[] }) => setRows(list.rows))
  }, [])
  const cells = (row: Row) => columns.map((name) => createElement('td', { key: name }, String(row[name] ?? '')))
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Sales orders'),
    createElement(
      'table',
      null,
      createElement(
        'thead',
        null,
        createElement(
          'tr',
          null,
          columns.map((name) => createElement('th', { key: name }, name)),
        ),
      ),
      createElement(
        'tbody',
        null,
        rows.map((row) => createElement('tr', { key: String(row.number) }, cells(row))),
      ),
    ),
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(createElement(Orders))
