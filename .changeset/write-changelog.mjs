/** Writes each note as it is. The packages have one version, so that each needs the others' is no news. */
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
};
