import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { lazySerializer, lazyValidator } from './schema-compilers.ts'

const [named, counted] = [Type.Object({ name: Type.String() }), Type.Object({ name: Type.Number() })]

test('Servers that share what is compiled refuse and answer each by its own routes', async () => {
  const servers = [named, counted, named].map((schema) => {
    const app = Fastify()
    app.setValidatorCompiler(lazyValidator)
    app.setSerializerCompiler(lazySerializer)
    app.post('/', { schema: { body: schema, response: { 200: schema } } }, async ({ body }) => body)
    return app
  })
  const body = { name: 'x', secret: 'y' }
  const answers = await Promise.all(servers.map((app) => app.inject({ method: 'POST', url: '/', body })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 200])
  expect(answers[0]?.body).toBe('{"name":"x"}')
  expect(answers[1]?.json().message).toBe('body/name must be number')
})

test('A schema is compiled with the first call that it is for, not before', () => {
  const wrong = { type: 'no type at all' }
  const validate = lazyValidator({ schema: wrong, method: 'GET', url: '/', httpPart: 'body' })
  expect(() => validate({})).toThrow('schema is invalid')
})
