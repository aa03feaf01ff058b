import {
  Bell,
  ChevronRight,
  Inbox,
  type LucideIcon,
  MessageSquarePlus,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react'
import { usePermissions } from '../api/viewer.ts'
import { enquiryPath, notificationsPath } from '../paths.ts'
import { Link, type LinkProps } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { t } from '../ui/text.ts'

type FirstStep = {
  name: 'profile' | 'security' | 'colleagues' | 'notifications' | 'enquiry'
  icon: LucideIcon
  link: LinkProps
}

/** What an account without documents sees: what will stand here, and what can be done until then. */
export function FirstDay() {
  const permissions = usePermissions() ?? []
  const steps: FirstStep[] = [
    { name: 'profile', icon: UserRound, link: { to: '/profile' } },
    { name: 'security', icon: ShieldCheck, link: { to: '/profile/security' } },
    { name: 'notifications', icon: Bell, link: notificationsPath({ settings: 'true' }) },
  ]
  if (permissions.includes('members.write'))
    steps.push({ name: 'colleagues', icon: Users, link: { to: '/profile/company' } })
  if (permissions.includes('quotes.write'))
    steps.push({ name: 'enquiry', icon: MessageSquarePlus, link: enquiryPath() })
  return (
    <Card padded={false}>
      <EmptyState icon={Inbox} title={t('dashboard.empty.title')} text={t('dashboard.empty.text')} />
      <nav aria-label={t('dashboard.first.title')}>
        <ul>
          {steps.map(({ name, icon: Icon, link }) => (
            <li key={name} className="border-t border-border">
              <Link
                {...link}
                className="flex items-center gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-hover sm:px-5"
              >
                <Icon aria-hidden size={20} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{t(`dashboard.first.${name}`)}</span>
                  <span className="block text-sm text-muted">{t(`dashboard.first.${name}.why`)}</span>
                </span>
                <ChevronRight aria-hidden size={16} className="directional shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}
