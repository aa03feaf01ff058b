import ts from 'typescript'
import { inspect } from './code.ts'
import { isTest, type SourceFile } from './project-files.ts'

const connectModule = 'database/connect.ts'

/**
 * Connections to the database that are opened or checked out of a pool directly. Without a listener for `error`, a
 * connection that breaks ends the process; checkOut, openClient and openPool of database/connect.ts add one.
 */
export const bareConnections = (files: SourceFile[]): string[] =>
  inspect(
    files.filter(({ path }) => !isTest(path) && path !== connectModule),
    /^(database|server)\//,
    (node) => {
      if (ts.isNewExpression(node) && /^(pg\.)?(Pool|Client)$/.test(node.expression.getText())) {
        return `opens a connection by itself; use openPool or openClient of ${connectModule}`
      }
      const callee = ts.isCallExpression(node) ? node.expression : undefined
      if (callee && ts.isPropertyAccessExpression(callee) && callee.name.text === 'connect') {
        return `takes a connection by itself; use checkOut of ${connectModule}`
      }
      return undefined
    },
  )
