import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'
import { writesOf } from './writes.ts'

const component = (body: string) => [{ path: 'web/faq/Card.tsx', text: `function Card() {\n${body}\n}` }]
const untold = (files: Parameters<typeof writesOf>[0]) => writesOf(files).filter(({ isTold }) => !isTold)

test.for([
  'const save = useMutation({})\nreturn <Button pending={save.isPending} />',
  'const save = useMutation({})\nconst form = useForm({ send: () => save.mutateAsync() })\nreturn <Button />',
  'const { choose } = useChoice()\nreturn <MenuButton onSelect={choose} />',
])('a write whose failure nobody is told is found: %s', (body) => {
  const hook = { path: 'web/api/choice.ts', text: 'export function useChoice() { return useMutation({}) }' }
  expect(untold([...component(body), hook])).toHaveLength(1)
})

test.for([
  'const save = useMutation({})\nreturn <Button write={save} />',
  'const save = useMutation({})\nreturn <WriteFault of={save.variables === id ? save : undefined} />',
  'const save = useMutation({})\nreturn <FileRow error={save.error} />',
  'const save = useMutation({})\nconst form = useForm({ send: () => save.mutateAsync() })\nreturn <Button write={form} />',
])('a write whose failure stands beside its button passes: %s', (body) => {
  expect(untold(component(body))).toEqual([])
})

test('whatever the web can change says beside its button why that failed', () => {
  const writes = writesOf(projectFiles(join(import.meta.dirname, '../..'), /^web\//))
  expect(writes.length).toBeGreaterThan(120)
  expect(writes.filter(({ isTold }) => !isTold).map(({ name }) => name)).toEqual([])
})
