import typescript from 'typescript';

/** Returns a function that reads what an editor shows when the pointer is over the first occurrence of a word in a file. */
export function readHover(file: string): (word: string) => string {
  const { ModuleKind, ScriptSnapshot, ScriptTarget, sys } = typescript;
  const options = { module: ModuleKind.NodeNext, target: ScriptTarget.ES2022, strict: true, types: [] };
  const service = typescript.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => sys.getCurrentDirectory(),
    getDefaultLibFileName: typescript.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = sys.readFile(name);
      return text === undefined ? undefined : ScriptSnapshot.fromString(text);
    },
    fileExists: sys.fileExists,
    readFile: sys.readFile,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
    ...(sys.realpath && { realpath: sys.realpath }),
  });
  const text = sys.readFile(file) ?? '';
  return (word) => {
    const info = service.getQuickInfoAtPosition(file, text.indexOf(word) + 1);
    // Editors show a comment's tags below its text. openapi-typescript writes descriptions as tags, so text and tags are read.
    return [info?.documentation, ...(info?.tags ?? []).map(({ text }) => text)].map(typescript.displayPartsToString).join('\n');
  };
}
