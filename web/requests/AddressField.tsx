import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addressLines } from '../ui/AddressText.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { t } from '../ui/text.ts'
import { deliveryAddressesQuery } from './queries.ts'

type AddressFieldProps = { name: string; label: string; error: string | undefined }

/** A delivery address as it is written on a parcel: one that the account is known to have, or another. */
export function AddressField({ name, label, error }: AddressFieldProps): ReactNode {
  const [text, setText] = useState('')
  const { data } = useQuery(deliveryAddressesQuery)
  const known = [...new Set((data?.addresses ?? []).filter(({ use }) => use === 'shipTo').map(textOf))]
  return (
    <div className="flex flex-col gap-2">
      {known.length > 0 && (
        <SelectField
          label={t('request.address.known')}
          value={known.includes(text) ? text : ''}
          choices={[
            { value: '', label: t('request.address.other') },
            ...known.map((address) => ({ value: address, label: address.replaceAll('\n', ', ') })),
          ]}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <TextArea
        name={name}
        label={label}
        error={error}
        rows={4}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  )
}

const textOf = ({ party }: { party: Parameters<typeof addressLines>[0] }) => addressLines(party).join('\n')
