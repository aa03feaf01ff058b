import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'

type Validator = ReturnType<FastifySchemaCompiler<object>>
type Serializer = (value: unknown) => string

const compileValidator: FastifySchemaCompiler<object> = AjvCompiler()(
  {},
  {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      useDefaults: false,
      allErrors: false,
      allowUnionTypes: true,
    },
  },
)
const compileSerializer = SerializerSelector()({}, {})
const validators = new Map<unknown, Validator>()
const serializers = new Map<unknown, Serializer>()

/*
 * What validates and serialises a schema is compiled with the first call that needs it, once for all servers of a process.
 * To compile everything at the start took a quarter of the time until a server was ready.
 */

/** Returns what validates a part of a route's calls, and leaves its errors on itself. Throws with the first call when the schema is wrong. */
export const lazyValidator: FastifySchemaCompiler<object> = (route) => {
  const validate: Validator = (value: unknown) => {
    const compiled = validators.get(route.schema) ?? compileValidator(route)
    validators.set(route.schema, compiled)
    const result = compiled(value)
    validate.errors = compiled.errors ?? null
    return result
  }
  return validate
}

/** Returns what writes a route's replies. Throws with the first reply when the schema is wrong. */
export const lazySerializer: FastifySerializerCompiler<unknown> = (route) => {
  let serialize = serializers.get(route.schema)
  return (value) => {
    if (serialize === undefined) {
      serialize = serializers.get(route.schema) ?? compileSerializer({ ...route, httpStatus: route.httpStatus ?? '' })
      serializers.set(route.schema, serialize)
    }
    return serialize(value)
  }
}
