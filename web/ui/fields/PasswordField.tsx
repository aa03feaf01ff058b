import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../Button.tsx'
import { t } from '../text.ts'
import { TextField } from './Field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'>

/** A field for a password: it can be shown, pasted and filled in by a password manager, and warns of Caps Lock. */
export function PasswordField({ hint, ...field }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Toggle = visible ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1024}
      {...field}
      type={visible ? 'text' : 'password'}
      hint={capsLock ? t('password.capsLock') : hint}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      end={
        <IconButton
          label={t(visible ? 'password.hide' : 'password.show')}
          tooltip="none"
          onClick={() => setVisible(!visible)}
        >
          <Toggle aria-hidden size={20} />
        </IconButton>
      }
    />
  )
}
