module.exports = {
  schemaFile: process.env.DOCUMENT,
  apiFile: './empty-api.ts',
  apiImport: 'emptyApi',
  outputFile: './payments.ts',
  exportName: 'payments',
};
