import { describe, expect, test } from 'vitest'
import { silentCatches } from './silent-catches.ts'

const file = (text: string, path = 'server/search/find.ts') => [{ path, text }]

describe('an error that vanishes without a reason is caught', () => {
  test.for([
    'try { find() } catch {}',
    'try { find() } catch { return undefined }',
    'try { find() } catch (error) { return undefined }',
    'find().catch(() => undefined)',
    'find().catch(ignore)',
    'const row = await find().catch(() => null)',
    'find().then(show, () => undefined)',
    'find().catch((error) => {})',
  ])('%s', (text) => {
    expect(silentCatches(file(text))).toHaveLength(1)
  })

  test.for([
    'try { find() } catch (error) { log.warn(error) }',
    'try { find() } catch (error) { return { error } }',
    'try { find() } catch { throw notFound() }',
    'try { find() } catch {\n  // There is none.\n  return undefined\n}',
    '// There is none.\nfind().catch(() => undefined)',
    '// There is none.\nconst row = await find().catch(() => null)',
    'find().catch((error) => report(error))',
    'find().catch(report)',
    'find().then(show, () => setFailed(true))',
    'find()\n  // There is none.\n  .catch(() => undefined)',
  ])('%s passes', (text) => {
    expect(silentCatches(file(text))).toEqual([])
  })

  test('tests and tools may expect errors', () => {
    const text = 'find().catch(() => undefined)'
    expect(silentCatches(file(text, 'server/search/find.test.ts'))).toEqual([])
    expect(silentCatches(file(text, 'server/testing/search.ts'))).toEqual([])
    expect(silentCatches(file(text, 'checks/find.ts'))).toEqual([])
  })
})
