import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Returns what a hook returns to a component. Renders the component once, without a page. */
export function callHook<T>(hook: () => T): T {
  let returned: T | undefined;
  const once = () => {
    returned = hook();
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(once)));
  return returned as T;
}
