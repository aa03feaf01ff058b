/** The operator's own logo, as the HTML page names it, so that the first paint shows no other. */
const operatorLogo = document.querySelector<HTMLMetaElement>('meta[name=portal-logo]')?.content

/** The portal's logo in the brand colour, or the operator's own. */
export function BrandLogo({ logo = operatorLogo, className }: { logo?: string | null | undefined; className: string }) {
  if (logo) return <img src={logo} alt="" className={`object-contain ${className}`} />
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <g fill="none" className="stroke-on-brand" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 21.5h6.5a4 4 0 0 0 4-4v-2a4 4 0 0 1 4-4H24m-3-3 3 3-3 3" />
        <circle cx="8" cy="21.5" r=".6" />
      </g>
    </svg>
  )
}
