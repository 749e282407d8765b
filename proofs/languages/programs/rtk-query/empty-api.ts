import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
/** Where the service is, and the token: of the order that is carried out now. */
export const service = { url: '', token: '' };

export const emptyApi = createApi({
  baseQuery: (args, api, extra) =>
    fetchBaseQuery({
      baseUrl: service.url,
      prepareHeaders: (headers) => void headers.set('Authorization', `Bearer ${service.token}`),
    })(args, api, extra),
  endpoints: () => ({}),
});
