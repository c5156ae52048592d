import { lazy, type ReactNode, Suspense, useState } from 'react';
import { getButtonClassName } from './button.tsx';

export interface MenuProps {
  /** Content of the button. */
  readonly label: ReactNode;
  /** Accessible name if `label` has no text. */
  readonly ariaLabel?: string;
  /** The edge of the button that the list aligns with. */
  readonly align?: 'start' | 'end';
  /** Class names of the button. Default: a quiet button. */
  readonly className?: string;
  /** Items of `dropdown-menu.tsx`, from a lazy component if the page should not load them before. */
  readonly children: ReactNode;
}

const loadMenu = () => import('./dropdown-menu.tsx');
const OpenMenu = lazy(async () => ({ default: (await loadMenu()).OpenMenu }));

/** A button that opens a dropdown menu. The script of the menu loads when the button is about to be used. */
export function Menu({ className = getButtonClassName('quiet'), ...props }: MenuProps) {
  const [isOpened, setIsOpened] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={props.ariaLabel}
      className={className}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsOpened(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setIsOpened(true);
      }}
    >
      {props.label}
    </button>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu className={className} {...props} />
    </Suspense>
  );
}
