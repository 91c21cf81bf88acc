import type { I18nProvider } from 'react-admin';
import { FRAMEWORK_MESSAGES } from '../texts/framework.ts';
import { RESOURCE_MESSAGES } from '../texts/resources.ts';

const MESSAGES: unknown = { ...FRAMEWORK_MESSAGES, resources: RESOURCE_MESSAGES };

function lookUp(key: string): string | undefined {
  let at: unknown = MESSAGES;
  for (const part of key.split('.')) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** One language, so a look-up and the filling of `%{name}`; a text that is no key stands for itself. */
export const i18nProvider: I18nProvider = {
  translate: (key, options: Record<string, unknown> = {}) => {
    const text = lookUp(key) ?? (typeof options._ === 'string' ? options._ : key);
    return text.replace(/%\{(\w+)\}/g, (whole, name: string) => (name in options ? String(options[name]) : whole));
  },
  changeLocale: async () => undefined,
  getLocale: () => 'ja',
};
