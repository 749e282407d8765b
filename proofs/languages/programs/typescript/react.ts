import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** Calls a hook in a component that is rendered once, without a page, and returns what the hook returned. */
export function callHook<T>(hook: () => T): T {
  let returned: T | undefined;
  const once = () => {
    returned = hook();
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(once)));
  return returned as T;
}
