/** A thin bar that shows `share`, from 0 to 1; `label` says it in words. */
export function ProgressBar({
  share,
  label,
  tone = 'progress',
}: {
  share: number
  label: string
  tone?: 'progress' | 'good' | 'bad'
}) {
  const colours = { progress: 'bg-progress', good: 'bg-good', bad: 'bg-bad' }
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1 min-w-8 overflow-hidden rounded-full bg-sunken"
    >
      <div className={`h-full rounded-full ${colours[tone]}`} style={{ width: `${percent}%` }} />
    </div>
  )
}
