import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Check } from './icons.ts';
import type { MenuProps } from './menu.tsx';

/** An open dropdown menu with its button. Loaded when it opens for the first time. */
export function OpenMenu({ label, ariaLabel, align = 'end', className, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className={className} {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}>
        {label}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          className="z-40 max-h-[80vh] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-lg border border-border-strong bg-surface p-1 shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM_CLASS_NAME =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded-md px-2 py-1 outline-none data-highlighted:bg-surface-muted';

export function MenuItem({ onSelect, children }: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Item className={ITEM_CLASS_NAME} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuRadioGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
}

/** A labeled radio group inside a menu. */
export function MenuRadioGroup<T extends string>({ label, value, options, onChange }: MenuRadioGroupProps<T>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(nextValue) => onChange(nextValue as T)}>
      <DropdownMenu.Label className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{label}</DropdownMenu.Label>
      {options.map(([option, optionLabel]) => (
        <DropdownMenu.RadioItem key={option} value={option} className={ITEM_CLASS_NAME}>
          <span className="size-4">{option === value && <Check className="size-4 text-accent" />}</span>
          {optionLabel}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
