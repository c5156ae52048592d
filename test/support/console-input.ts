import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A file to upload. */
interface UploadFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Performs a user's actions in the console and counts them. */
export interface ConsoleInput {
  readonly page: Page;
  /** Actions so far. A key with modifiers is one key. Text of a field counts as one field, and no keys. */
  readonly count: { readonly clicks: number; readonly keys: number; readonly fields: number };
  /** Opens a screen of the main navigation. */
  openScreen(name: string): Promise<void>;
  /** Opens a page of the settings. */
  openSettings(name: string): Promise<void>;
  /** Opens an agent or a task by its name. */
  openSubject(screen: 'Agents' | 'Tasks', name: string): Promise<void>;
  /** Follows the link of a row. */
  openRow(link: Locator): Promise<void>;
  /** Activates a button or a link. `shortcut` is the key that presses or focuses it. */
  press(target: Locator, shortcut?: string): Promise<void>;
  /** Fills in a field. `shortcut` is the key that focuses it. */
  fill(field: Locator, text: string, shortcut?: string): Promise<void>;
  /** Selects the option of a native select. */
  select(field: Locator, label: string): Promise<void>;
  upload(field: Locator, file: UploadFile): Promise<void>;
}

/** Maximum distance of an element from the focus. */
const MAX_KEYS_TO_FOCUS = 60;
/** Options farther away are selected by their first letters. */
const MAX_ARROW_KEYS = 5;

abstract class CountingInput {
  readonly page: Page;
  readonly count = { clicks: 0, keys: 0, fields: 0 };

  constructor(page: Page) {
    this.page = page;
  }

  protected async insertText(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
    this.count.fields++;
  }

  /** Opens the browser's dialog for files by an action and selects the file, which counts as a field. */
  protected async selectFile(open: () => Promise<void>, file: UploadFile): Promise<void> {
    const opened = this.page.waitForEvent('filechooser');
    await open();
    await (await opened).setFiles(file);
    this.count.fields++;
  }
}

/** Clicks. Uses the keyboard only for the text of fields. */
export class MouseInput extends CountingInput implements ConsoleInput {
  async press(target: Locator): Promise<void> {
    await target.click();
    this.count.clicks++;
  }

  openScreen(name: string): Promise<void> {
    return this.press(this.page.locator('.sidebar').getByRole('link', { name }));
  }

  async openSettings(name: string): Promise<void> {
    await this.openScreen('Settings');
    await this.press(this.page.getByRole('main').getByRole('link', { name }));
  }

  openRow(link: Locator): Promise<void> {
    return this.press(link);
  }

  async openSubject(screen: 'Agents' | 'Tasks', name: string): Promise<void> {
    await this.openScreen(screen);
    await this.openRow(this.page.getByRole('link', { name, exact: true }));
  }

  async fill(field: Locator, text: string): Promise<void> {
    await waitUntilEnabled(field);
    if (!(await hasFocus(field))) await this.press(field);
    await this.insertText(text);
  }

  async select(field: Locator, label: string): Promise<void> {
    await field.selectOption({ label });
    // One click opens the list, one selects the option.
    this.count.clicks += 2;
  }

  upload(field: Locator, file: UploadFile): Promise<void> {
    return this.selectFile(() => this.press(field), file);
  }
}

/** Uses only the keyboard. An element that no key reaches is an error. */
export class KeyboardInput extends CountingInput implements ConsoleInput {
  async press(target: Locator, shortcut?: string): Promise<void> {
    await waitUntilEnabled(target);
    if (shortcut === undefined) await this.#focus(target);
    else await this.#pressKey(shortcut);
    // Some shortcuts focus a button, others press it.
    if (shortcut === undefined || (await hasFocus(target))) await this.#pressKey('Enter');
  }

  openScreen(name: string): Promise<void> {
    return this.#openFromPalette(name, this.page.getByRole('option', { name, exact: true }));
  }

  openSettings(name: string): Promise<void> {
    return this.openScreen(name);
  }

  openSubject(_screen: string, name: string): Promise<void> {
    return this.#openFromPalette(name, this.page.getByRole('option', { name: new RegExp(`^${name} (Agent|Task)`) }));
  }

  async openRow(link: Locator): Promise<void> {
    await link.waitFor();
    for (let keys = 0; keys < MAX_KEYS_TO_FOCUS && !(await hasFocus(link)); keys++) await this.#pressKey('j');
    if (!(await hasFocus(link))) throw new Error(`J does not lead to ${link}`);
    await this.#pressKey('Enter');
  }

  async fill(field: Locator, text: string, shortcut?: string): Promise<void> {
    await waitUntilEnabled(field);
    if (shortcut !== undefined) await this.#pressKey(shortcut);
    await this.#focus(field);
    await this.insertText(text);
  }

  async select(field: Locator, label: string): Promise<void> {
    await this.#focus(field);
    const option = field.locator('option').filter({ hasText: label });
    await option.first().waitFor({ state: 'attached' });
    const distance = await getArrowKeysTo(option.first());
    if (Math.abs(distance) <= MAX_ARROW_KEYS) {
      for (let n = 0; n < Math.abs(distance); n++) await this.#pressKey(distance > 0 ? 'ArrowDown' : 'ArrowUp');
    } else {
      await this.page.keyboard.type(label);
      this.count.fields++;
    }
    await expect.poll(() => field.locator('option:checked').textContent()).toBe(label);
  }

  upload(field: Locator, file: UploadFile): Promise<void> {
    return this.selectFile(() => this.press(field), file);
  }

  async #openFromPalette(text: string, option: Locator): Promise<void> {
    await this.#pressKey('Control+k');
    await this.page.getByRole('dialog').getByRole('combobox').waitFor();
    await this.insertText(text);
    await option.waitFor();
    const isSelected = async () => (await option.getAttribute('aria-selected')) === 'true';
    for (let keys = 0; keys < MAX_ARROW_KEYS && !(await isSelected()); keys++) await this.#pressKey('ArrowDown');
    await this.#pressKey('Enter');
  }

  async #focus(target: Locator): Promise<void> {
    await waitUntilEnabled(target);
    if (await hasFocus(target)) return;
    const key = (await isBeforeFocus(target)) ? 'Shift+Tab' : 'Tab';
    for (let keys = 0; keys < MAX_KEYS_TO_FOCUS; keys++) {
      await this.#pressKey(key);
      if (await hasFocus(target)) return;
    }
    throw new Error(`${MAX_KEYS_TO_FOCUS} times ${key} does not lead to ${target}`);
  }

  async #pressKey(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.count.keys++;
  }
}

/** What the scripts in the page use of an element. The editor of a prompt stands in a shadow root. */
interface PageElement {
  readonly index: number;
  readonly parentElement: { readonly selectedIndex: number };
  getRootNode(): { readonly activeElement: unknown; readonly host?: PageElement };
  compareDocumentPosition(other: PageElement): number;
}

/** Whether the element has the focus. False without an element. */
const hasFocus = (target: Locator) =>
  target.evaluateAll((all) =>
    (all as unknown as PageElement[]).some((element) => element.getRootNode().activeElement === element),
  );

/** Whether the element stands before the focused one. */
const isBeforeFocus = (target: Locator) =>
  target.evaluate((node) => {
    const element = node as unknown as PageElement;
    const { document } = globalThis as unknown as { document: { body: object; activeElement: PageElement } };
    const { body, activeElement } = document;
    const DOCUMENT_POSITION_PRECEDING = 2;
    const position = activeElement.compareDocumentPosition(element.getRootNode().host ?? element);
    return activeElement !== body && (position & DOCUMENT_POSITION_PRECEDING) !== 0;
  });

const getArrowKeysTo = (option: Locator) =>
  option.evaluate((node) => {
    const { index, parentElement } = node as unknown as PageElement;
    return index - parentElement.selectedIndex;
  });

async function waitUntilEnabled(target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => target.isEnabled()).toBe(true);
}
