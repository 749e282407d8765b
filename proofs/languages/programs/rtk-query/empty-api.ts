import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
/** The service's URL and token, set before each request. */
export const service = { url: '', token: '' };

export const emptyApi = createApi({
  baseQuery: (args, api, extra) =>
    fetchBaseQuery({
      baseUrl: service.url,
      prepareHeaders: (headers) => void headers.set('Authorization', `Bearer ${service.token}`),
    })(args, api, extra),
  endpoints: () => ({}),
});
