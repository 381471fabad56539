import { defineConfig } from "vite";

// The page goes into the Python package. Its address has a secret in it that is only known when it is served, so all
// links are relative; the server forbids scripts and styles that stand in the page itself.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/supple/editor/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
  },
});
