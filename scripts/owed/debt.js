export {};
//# sourceMappingURL=debt.js.map
