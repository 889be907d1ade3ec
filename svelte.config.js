// Svelte's compiler settings: runes everywhere.
export default { compilerOptions: { runes: true } };
