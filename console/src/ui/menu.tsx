import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

interface Props {
  /** What the button shows. */
  readonly label: ReactNode;
  /** What it is called where `label` is no words. */
  readonly name?: string;
  /** With which end of the button the list is in line; it grows away from it. */
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A button that opens a list of acts. */
export function Menu({ label, name, align = 'end', children }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass('quiet')} {...(name ? { 'aria-label': name } : {})}>
        {label}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          className="z-40 max-h-[80vh] min-w-48 overflow-y-auto rounded-md border bg-raised p-1 shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM = 'flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 outline-none data-highlighted:bg-sunken';

export function MenuItem({ onSelect, children }: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Item className={ITEM} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly of: readonly (readonly [value: T, said: string])[];
  readonly onChoose: (value: T) => void;
}

/** One of several, under a heading. */
export function MenuChoice<T extends string>({ label, value, of, onChoose }: ChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChoose(next as T)}>
      <DropdownMenu.Label className="px-2 pt-2 pb-1 text-sm text-quiet">{label}</DropdownMenu.Label>
      {of.map(([each, said]) => (
        <DropdownMenu.RadioItem key={each} value={each} className={ITEM}>
          <span aria-hidden className="w-4">
            {each === value ? '✓' : ''}
          </span>
          {said}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
