import type { Endpoint } from '../endpoint.ts'
import { accessEndpoints } from './access.ts'
import { customerEndpoints } from './customers.ts'
import { inboxEndpoints } from './inbox.ts'
import { peopleEndpoints } from './people.ts'

/** Every endpoint of the console; their addresses begin with /console/, and no other's does. */
export const consoleEndpoints: readonly Endpoint[] = [
  ...accessEndpoints,
  ...inboxEndpoints,
  ...customerEndpoints,
  ...peopleEndpoints,
]
