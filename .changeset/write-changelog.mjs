/** Writes each note as it is. Leaves out updates of dependencies on our own packages, because all packages share one version. */
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ')}`,
  getDependencyReleaseLine: async () => '',
};
