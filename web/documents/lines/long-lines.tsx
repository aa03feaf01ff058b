import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LineSpacer, LineTable, type LongLinesProps, lineHeight } from './LineTable.tsx'

/** As many lines as a tall screen shows. */
const firstLines = 30

/** Few documents are long enough to need it; the first lines are there before its code is. */
export const LongLines = lazyComponent(() => import('./VirtualLines.tsx'), 'VirtualLines', {
  fallback: ({ head, entries, columns, row }: LongLinesProps) => (
    <LineTable head={head}>
      {entries.slice(0, firstLines).map((entry) => (
        <tbody key={entry.key}>{row(entry)}</tbody>
      ))}
      <LineSpacer columns={columns} height={(entries.length - firstLines) * lineHeight} />
    </LineTable>
  ),
  failureDisplay: 'inside',
})
