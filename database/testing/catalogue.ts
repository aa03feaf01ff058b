import { openClient } from '../connect.ts'

/*
 * Everything that PostgreSQL's catalogues say of the portal's schema, one line for each thing. Objects of extensions and
 * of pg-boss are left out, and so are oids and positions of columns that were dropped.
 */
const ours = `'public'::regnamespace`
const isOfExtension = (catalogue: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
/** Rights stand in the order in which they were granted. */
const sorted = (acl: string) => `(select array_agg(r order by r::text) from unnest(${acl}) r)`

const queries = [
  `select format('table %s %s owner %s options %s security %s %s acl %s comment %s', c.relname, c.relkind, c.relowner::regrole,
     c.reloptions, c.relrowsecurity, c.relforcerowsecurity, ${sorted('c.relacl')}, obj_description(c.oid, 'pg_class'))
   from pg_class c where c.relnamespace = ${ours} and c.relkind in ('r', 'v', 'S', 'm', 'c', 'p')`,
  `select format('column %s %s %s %s not null %s default %s collation %s storage %s identity %s generated %s acl %s options %s target %s comment %s',
     c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
     a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attstorage, a.attidentity, a.attgenerated,
     ${sorted('a.attacl')}, a.attoptions, a.attstattarget, col_description(c.oid, a.attnum))
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = ${ours} and c.relkind in ('r', 'v', 'm', 'c', 'p') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s %s %s validated %s', coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), k.conname,
     pg_get_constraintdef(k.oid), k.convalidated) from pg_constraint k where k.connamespace = ${ours}`,
  `select format('index %s valid %s options %s', pg_get_indexdef(i.indexrelid), i.indisvalid, c.reloptions)
   from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = ${ours}`,
  `select format('function %s owner %s acl %s', pg_get_functiondef(p.oid), p.proowner::regrole, ${sorted('p.proacl')})
   from pg_proc p where p.pronamespace = ${ours} and p.prokind in ('f', 'p') and not ${isOfExtension('pg_proc', 'p.oid')}`,
  `select format('aggregate %s', p.oid::regprocedure) from pg_proc p where p.pronamespace = ${ours} and p.prokind not in ('f', 'p')
   and not ${isOfExtension('pg_proc', 'p.oid')}`,
  `select format('view %s %s', c.relname, pg_get_viewdef(c.oid)) from pg_class c where c.relnamespace = ${ours} and c.relkind in ('v', 'm')`,
  `select format('trigger %s enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t
   join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${ours} and not t.tgisinternal`,
  `select format('policy %s', p) from pg_policies p where p.schemaname = 'public'`,
  `select format('type %s %s', t.oid::regtype, t.typtype) from pg_type t where t.typnamespace = ${ours} and t.typtype <> 'b'
   and not ${isOfExtension('pg_type', 't.oid')}`,
  `select format('extension %s in %s', e.extname, e.extnamespace::regnamespace) from pg_extension e`,
  `select format('schema %s acl %s', n.nspname, ${sorted('n.nspacl')}) from pg_namespace n where n.nspname in ('public', 'pg_catalog')`,
  `select format('set_config acl %s', p.proacl) from pg_proc p where p.proname = 'set_config'`,
  `select format('statistics %s', s.stxname) from pg_statistic_ext s where s.stxnamespace = ${ours}`,
  `select format('rule %s', pg_get_ruledef(r.oid)) from pg_rewrite r join pg_class c on c.oid = r.ev_class
   where c.relnamespace = ${ours} and r.rulename <> '_RETURN'`,
  `select format('migration %s %s', name, sha256) from migrations`,
  `select format('repeatable %s %s', name, sha256) from repeatables`,
]

/** Returns one sorted line for each thing in the schema of the database: equal databases have equal lines. */
export async function catalogueOf(url: string): Promise<string[]> {
  const client = await openClient({ connectionString: url })
  try {
    const lines: string[] = []
    for (const query of queries) {
      const { rows } = await client.query<{ format: string }>(query)
      lines.push(...rows.map(({ format }) => format))
    }
    return lines.sort()
  } finally {
    await client.end()
  }
}
